import type { Page } from '@playwright/test'

/** Translates like Chrome: each text, also a later one, gives way to an element. The words stay the same, so that the test can read them. */
export const translatePage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const translate = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node: Node | null = root instanceof Text ? root : walker.nextNode(); node; node = walker.nextNode())
        if (node instanceof Text && node.data.trim() !== '' && !node.parentElement?.closest('font, script, style, title, textarea'))
          texts.push(node)
      for (const text of texts) {
        if (!text.isConnected) continue
        const font = document.createElement('font')
        font.append(text.data)
        text.replaceWith(font)
      }
    }
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) translate(node)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
