/** The elements that the browser's translation shows instead of texts. */
const replacements = new WeakMap<Node, Element>()

const isTranslation = (node: Node | null): node is HTMLElement => node instanceof HTMLElement && node.tagName === 'FONT'

/** Remembers which element replaces a text. Chrome replaces it in one step, or inserts the element and then removes the text. */
const remember = ({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord): void => {
  const found = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
  if (!found) return
  for (const node of removedNodes) if (node instanceof Text && !node.isConnected) replacements.set(node, found)
}

/** The child of `parent` that shows `node`: itself, the element around it, or the one that replaced it. */
const findShown = (parent: Node, node: Node): Node => {
  let shown: Node | null = node.parentNode === null ? (replacements.get(node) ?? node) : node
  while (shown !== null && shown.parentNode !== parent) shown = isTranslation(shown.parentNode) ? shown.parentNode : null
  return shown ?? node
}

/**
 * Lets React change a page that the browser translates (REQ-UI-25). The translation replaces or wraps each text. React then writes into a
 * text that nobody sees, or fails because a text is no child any more. An old question stays above new answers. A changed text takes its
 * place again, and the browser translates it anew.
 */
export const keepTranslatedTexts = (): void => {
  new MutationObserver((records) => records.forEach(remember)).observe(document, { childList: true, subtree: true })

  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const { set } = value ?? {}
  if (!value || !set) return
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      set.call(this, text)
      const replacement = replacements.get(this)
      if (this instanceof Text && replacement?.isConnected === true && !this.isConnected) replacement.replaceWith(this)
    },
  })
  const { removeChild, insertBefore } = Node.prototype
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      removeChild.call(this, findShown(this, child))
      return child
    },
    insertBefore(this: Node, node: Node, child: Node | null) {
      return insertBefore.call(this, node, child === null ? null : findShown(this, child))
    },
  })
}
