// Marks on the board that comments contain as commands: circles and arrows as in PGN's comments, `[%csl Ra1]` and
// `[%cal Ra1b2]`, and those of SGF, `[%TR a1,b2]`, `[%LB a1:text]` (docs/game-files.md).

const COMMAND = /\s?\[%(csl|cal|sgf|TR|SQ|MA|SL|LB|LN|DD|VW|TB|TW) ([^[\]]*)\]/g;
const CELL = /^[a-z]{1,2}\d{1,2}$/;
const TWO = /^([a-z]{1,2}\d{1,2}):?([a-z]{1,2}\d{1,2})$/;
export const OWN_COLOUR = "R"; // of marks that are drawn on the page
// The kinds of marks on cells, and their texts for screen readers.
const SHAPES = { TR: "triangle", SQ: "square", MA: "cross", SL: "dot", DD: "dimmed", VW: "view", TB: "black area", TW: "white area" };

/** A comment's text, and its commands for marks and unread properties, in order. */
export function split(comment = "") {
  const commands = [];
  const text = comment.replace(COMMAND, (found, name, argument) => {
    commands.push([name, argument]);
    return "";
  });
  return { text: text.trim(), commands };
}

/** The comment that consists of a text and commands. */
export function joined(text, commands) {
  return [text, ...commands.map(([name, argument]) => `[%${name} ${argument}]`)].filter(Boolean).join("\n");
}

/**
 * The marks of a comment, for cells that exist.
 * @param {string} comment
 * @param {Map<string, number>} cells  by name
 * @returns {{kind: string, cells: number[], colour: string, text: string}[]}
 */
export function marksOf(comment, cells) {
  const found = [];
  const add = (kind, names, colour = "", text = "") => {
    const numbers = names.map((name) => cells.get(name));
    if (numbers.every((number) => number !== undefined)) found.push({ kind, cells: numbers, colour, text });
  };
  for (const [name, argument] of split(comment).commands) {
    for (const value of name === "sgf" || !argument ? [] : argument.split(",")) {
      if (name === "csl") add("circle", [value.slice(1)], value[0]);
      else if (name === "LB") add("label", [value.slice(0, value.indexOf(":"))], "", unescaped(value.slice(value.indexOf(":") + 1)));
      else if (name in SHAPES) add(SHAPES[name], [value]);
      else {
        const two = TWO.exec(name === "cal" ? value.slice(1) : value);
        if (two) add(name === "cal" ? "arrow" : "line", [two[1], two[2]], name === "cal" ? value[0] : "");
      }
    }
  }
  return found;
}

/** The comment with this circle or arrow added, or removed if it has it; null: cells whose names no command can hold. */
export function toggled(comment, names) {
  if (!names.every((name) => CELL.test(name))) return null;
  const [name, value] = names[0] === names[1] ? ["csl", names[0]] : ["cal", names.join("")];
  const { text, commands } = split(comment);
  const has = commands.some(([other, argument]) => other === name && argument.split(",").some((one) => one.slice(1) === value));
  if (has) return joined(text, changed(commands, name, (values) => values.filter((one) => one.slice(1) !== value)));
  if (!commands.some(([other]) => other === name)) return joined(text, [[name, `${OWN_COLOUR}${value}`], ...commands]);
  const first = commands.findIndex(([other]) => other === name);
  const more = commands.map(([other, argument], number) => [other, number === first ? `${argument},${OWN_COLOUR}${value}` : argument]);
  return joined(text, more);
}

/** The comment without circles and arrows. */
export function cleared(comment) {
  const { text, commands } = split(comment);
  return joined(text, commands.filter(([name]) => name !== "csl" && name !== "cal"));
}

function changed(commands, name, change) {
  return commands
    .map(([other, argument]) => [other, other === name ? change(argument.split(",")).join(",") : argument])
    .filter(([other, argument]) => other !== name || argument);
}

function unescaped(value) {
  return value.replace(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
