// Words and places in texts.

// The longest list of words that both have, in their order, as pairs of places.
function common(one, other) {
  const sizes = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let a = one.length - 1; a >= 0; a -= 1) {
    for (let b = other.length - 1; b >= 0; b -= 1) {
      sizes[a][b] = one[a] === other[b] ? sizes[a + 1][b + 1] + 1 : Math.max(sizes[a + 1][b], sizes[a][b + 1]);
    }
  }
  const pairs = [];
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    if (one[a] === other[b]) pairs.push([a++, b++]);
    else if (sizes[a + 1][b] >= sizes[a][b + 1]) a += 1;
    else b += 1;
  }
  return pairs;
}

// Ranges of the words whose places are not in `kept`.
function spans(element, words, kept) {
  const result = [];
  let place = element.textContent.length - element.textContent.trimStart().length;
  words.forEach((word, number) => {
    if (!kept.has(number) && word.trim()) result.push(...ranges(element, place, place + word.length));
    place += word.length;
  });
  return result;
}

// The part of an element's text, in each of its text nodes.
function ranges(element, start, end) {
  const result = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let place = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [from, to] = [Math.max(start - place, 0), Math.min(end - place, node.length)];
    if (from < to) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      result.push(range);
    }
    place += node.length;
  }
  return result;
}
