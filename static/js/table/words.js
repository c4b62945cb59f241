// What the scripts of a table say. The server words it (templates/play/_script_words.html): no sentence stands in a script.

/** The words of that name, their {slots} filled once: what fills them is not looked into. */
export function words(name, slots = {}) {
  const said = document.getElementById('table-words').content.querySelector(`[data-says="${name}"]`);
  return said.textContent.trim().replace(/\{(\w+)\}/g, (slot, of) => String(slots[of] ?? slot));
}
