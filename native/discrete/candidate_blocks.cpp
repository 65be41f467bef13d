#include "discrete/candidate_blocks.hpp"

#include <algorithm>
#include <numeric>

namespace sepset::discrete {

void CandidateBlocks::take(const std::vector<std::int32_t>* columns) {
    all_ = columns == nullptr;
    if (!all_) {
        columns_ = *columns;
    } else if (columns_.size() != data_.columns()) {
        columns_.resize(data_.columns());
        std::iota(columns_.begin(), columns_.end(), 0);
    }
    const auto narrow = static_cast<std::int32_t>(data_.narrow());
    in_blocks_ =
        static_cast<std::size_t>(std::lower_bound(columns_.begin(), columns_.end(), narrow) - columns_.begin());
}

void CandidateBlocks::lay_out() {
    if (all_laid_out_) return;
    blocks_.clear();
    bitmaps_.clear();
    bitmap_at_.clear();
    addresses_.clear();
    for (std::size_t first = 0; first < in_blocks_; first += kLanes) lay_out_block(first);
    bitmap_at_.push_back(bitmaps_.size());
    all_laid_out_ = all_;
}

void CandidateBlocks::lay_out_block(std::size_t first) {
    const std::size_t stop = std::min(first + kLanes, in_blocks_);
    int most = 2;
    for (std::size_t p = first; p < stop; ++p) most = std::max(most, data_.levels(columns_[p]));
    Block block{most - 1, bitmaps_.size(), 0, addresses_.size()};
    addresses_.resize(addresses_.size() + block.width(), data_.joint_zero());
    for (std::size_t p = first; p < stop; ++p) {
        bitmap_at_.push_back(bitmaps_.size());
        for (int level = 1; level < data_.levels(columns_[p]); ++level) {
            const std::size_t place = static_cast<std::size_t>(level - 1) * kLanes + p % kLanes;
            addresses_[block.address + place] = data_.joint_at(columns_[p], level);
            bitmaps_.push_back({data_.bits(columns_[p], level), place});
        }
    }
    block.bitmap_count = bitmaps_.size() - block.first_bitmap;
    blocks_.push_back(block);
}

const std::int32_t* CandidateBlocks::gather(const std::int32_t* joint, std::size_t block, std::int32_t* space) const {
    const std::size_t* address = addresses_.data() + blocks_[block].address;
    for (std::size_t i = 0; i < blocks_[block].width(); ++i) space[i] = joint[address[i]];
    return space;
}

}  // namespace sepset::discrete
