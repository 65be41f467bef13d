// Controls that are there from the beginning, files that are dropped, and a table that was named at the start.

const SIZES = ["0", "1", "2", "3", "4", "5", "6"];

// What a method does without a number, and whether it takes one.
function showNumbers() {
  const method = byId("method").value;
  const automatic = payload.automatic.includes(method);
  const usual = automatic ? "auto" : method === "pc" ? "any size" : "usual";
  fill(byId("k"), [["", usual], ...SIZES], byId("k").value);
  byId("alpha").placeholder = automatic ? "auto" : "0.05";
  for (const id of ["k", "alpha"]) byId(id).disabled = payload.numberless.includes(method);
}

byId("method").addEventListener("change", showNumbers);
for (const id of ["method", "k", "missing", "separator", "decimal"]) byId(id).addEventListener("change", () => askSoon());
byId("alpha").addEventListener("input", () => byId("alpha").reportValidity() && askSoon(TYPED));
byId("file").addEventListener("change", () => {
  const [file] = byId("file").files;
  if (file) upload(file);
  byId("file").value = ""; // so that the same file can be chosen again
});

for (const name of ["dragenter", "dragover"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
}
document.addEventListener("dragleave", (event) => event.relatedTarget || document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const [file] = event.dataTransfer.files;
  if (file) upload(file);
});

fill(byId("k"), [""], "");
showNumbers();
if (payload.given) begin(...payload.given);
