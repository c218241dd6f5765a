const listTexts = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode())
    if (walker.currentNode instanceof Text && walker.currentNode.parentElement?.tagName !== 'FONT') texts.push(walker.currentNode)
  return texts.filter(({ data, parentElement }) => data.trim() !== '' && parentElement?.closest('style, script') === null)
}

/** Translates as Chrome does: each text gives way to an element with another text. Here the words stay the same. */
export const replaceTexts = async (root: Node): Promise<void> => {
  for (const text of listTexts(root)) {
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild?.append(text.data)
    text.replaceWith(font)
  }
  await Promise.resolve()
}

/** Puts each text into an element, as some extensions do. */
export const wrapTexts = async (root: Node): Promise<void> => {
  for (const text of listTexts(root)) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(text)
  }
  await Promise.resolve()
}
