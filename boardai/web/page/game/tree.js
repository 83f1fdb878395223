// The positions of a game with its variations, as the server reports them: each has a number and its successors.

export class Tree {
  /** @param {object[]} nodes  each after its predecessor; of several moves from one position the main line's first */
  constructor(nodes) {
    this.nodes = new Map();
    this.after = new Map();
    this.add(nodes);
  }

  add(nodes) {
    for (const node of nodes) {
      this.nodes.set(node.node, node);
      this.after.set(node.node, []);
      if (node.parent !== null) this.after.get(node.parent).push(node.node);
    }
  }

  /** The comment or glyphs of a position have changed. */
  reword(number, words) {
    const { node, parent, move, player } = this.get(number);
    this.nodes.set(number, { node, parent, move, player, ...words });
  }

  /** @param {number[][]} orders  each a position and all its moves, in their new order */
  order(orders) {
    for (const [parent, ...children] of orders) this.after.set(parent, children);
  }

  /** @param {number[]} gone  positions that were deleted */
  remove(gone) {
    for (const number of gone) {
      const { parent } = this.get(number);
      if (this.after.has(parent)) this.after.set(parent, this.children(parent).filter((child) => child !== number));
      this.nodes.delete(number);
      this.after.delete(number);
    }
  }

  get size() {
    return this.nodes.size;
  }

  has(number) {
    return this.nodes.has(number);
  }

  get(number) {
    return this.nodes.get(number);
  }

  children(number) {
    return this.after.get(number);
  }

  /** Whether another tree has the positions of this one, and perhaps more, as after a brief loss of the connection. */
  isWithin(other) {
    const same = ({ node, parent, move }) => other.get(node)?.parent === parent && other.get(node).move === move;
    return [...this.nodes.values()].every(same);
  }

  /** How many times the line to a position branches off from another one: 0 in the main line. */
  depth(number) {
    let depth = 0;
    for (let at = this.get(number); at.parent !== null; at = this.get(at.parent)) {
      if (this.children(at.parent)[0] !== at.node) depth += 1;
    }
    return depth;
  }

  /** The number of moves from a position on, including the one that led to it. */
  moves(number) {
    let found = 0;
    const waiting = [number];
    while (waiting.length) {
      found += 1;
      waiting.push(...this.children(waiting.pop()));
    }
    return found;
  }

  /** The last position of the line that continues from a position. */
  end(number) {
    let at = number;
    while (this.children(at).length) [at] = this.children(at);
    return at;
  }
}
