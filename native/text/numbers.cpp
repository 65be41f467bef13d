// Most numbers in tables have few digits. If these make a whole number below 2^53, and a power of ten up to 10^22
// divides it, doubles hold both exactly, and the division rounds once, which is the nearest double (Clinger 1990).
#include "text/numbers.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace sepset::text {

namespace {

constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kLargestPower = 22;
constexpr int kLargestExponent = 9999;

bool is_digit(char sign) { return sign >= '0' && sign <= '9'; }

// A number as it is written: digits / 10^decimals.
struct Written {
    bool negative = false;
    std::uint64_t digits = 0;
    bool complete = true;  // no digit was left out for want of room
    int decimals = 0;
};

// Goes through a sequence of characters.
class Reader {
  public:
    Reader(const char* begin, const char* end, char point) : at_(begin), end_(end), point_(point) {}

    std::optional<Written> number() {
        Written found;
        found.negative = sign();
        const int before = digits(found);
        int after = 0;
        if (at_ != end_ && *at_ == point_) {
            ++at_;
            after = digits(found);
        }
        if (before + after == 0) return std::nullopt;
        found.decimals = after;
        if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
            ++at_;
            const std::optional<int> power = exponent();
            if (!power) return std::nullopt;
            found.decimals -= *power;
        }
        if (at_ != end_) return std::nullopt;
        return found;
    }

  private:
    bool sign() {
        if (at_ == end_ || (*at_ != '-' && *at_ != '+')) return false;
        return *at_++ == '-';
    }

    // Appends digits, and returns how many.
    int digits(Written& found) {
        const char* const begin = at_;
        for (; at_ != end_ && is_digit(*at_); ++at_) {
            found.complete = found.complete && found.digits <= kExact;
            if (found.complete) found.digits = 10 * found.digits + static_cast<std::uint64_t>(*at_ - '0');
        }
        return static_cast<int>(at_ - begin);
    }

    std::optional<int> exponent() {
        const bool negative = sign();
        if (at_ == end_) return std::nullopt;
        int power = 0;
        for (; at_ != end_ && is_digit(*at_); ++at_) {
            power = 10 * power + (*at_ - '0');
            if (power > kLargestExponent) return std::nullopt;
        }
        return negative ? -power : power;
    }

    const char* at_;
    const char* end_;
    char point_;
};

// The number that all of a sequence of characters is, by the standard library where it can.
std::optional<double> read_slowly([[maybe_unused]] const char* begin, [[maybe_unused]] const char* end) {
#if defined(__cpp_lib_to_chars)
    if (*begin == '+') ++begin;
    double value = 0.0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error == std::errc{} && stop == end) return value;
#endif
    return std::nullopt;
}

std::optional<double> read_number(const char* begin, const char* end, char point) {
    const std::optional<Written> written = Reader(begin, end, point).number();
    if (!written) return std::nullopt;
    if (written->complete && written->digits < kExact && written->decimals >= 0 && written->decimals <= kLargestPower) {
        const double size = static_cast<double>(written->digits) / kPowers[written->decimals];
        return written->negative ? 0.0 - size : size;
    }
    if (point != '.') return std::nullopt;
    const std::optional<double> value = read_slowly(begin, end);
    if (!value || std::fabs(*value) >= static_cast<double>(kExact)) return std::nullopt;
    return *value + 0.0;  // no negative zero
}

}  // namespace

std::vector<std::int64_t> read_numbers(const Cells& cells, char point, double* values) {
    const auto size = static_cast<std::int64_t>(cells.text.size);
    const char* const text = reinterpret_cast<const char*>(cells.text.data);
    if (cells.starts.size != cells.lengths.size) throw std::invalid_argument("each cell has a start and a length");
    std::vector<std::int64_t> others;
    for (std::size_t i = 0; i < cells.starts.size; ++i) {
        const std::int64_t start = cells.starts[i], length = cells.lengths[i];
        if (start < 0 || length < 0 || start > size || length > size - start)
            throw std::invalid_argument("cells are within the text");
        const std::optional<double> value = read_number(text + start, text + start + length, point);
        values[i] = value.value_or(std::numeric_limits<double>::quiet_NaN());
        if (!value) others.push_back(static_cast<std::int64_t>(i));
    }
    return others;
}

}  // namespace sepset::text
