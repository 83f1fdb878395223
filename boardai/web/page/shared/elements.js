// Creates HTML and SVG elements with their properties and children.

export const SVG = "http://www.w3.org/2000/svg";

/** The element of the page with this id. */
export const at = (id) => document.getElementById(id);

/** An element with these properties and children. */
export function made(name, fields = {}, ...children) {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...children);
  return element;
}

/** An element of SVG with these attributes and children. */
export function drawn(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The options of a list; each has a text and a value. */
export function options(pairs) {
  return pairs.map(([textContent, value]) => made("option", { textContent, value }));
}
