/** The page's handlers move the focus first. */
const graceMs = 60
/** The elements that held the focus last. A dialog opened from a menu finds the button of the menu. */
const remembered = 8

const parts = 'dialog, section, fieldset, form, [role="tabpanel"], main'
const overlays = 'dialog, [role="menu"], [role="listbox"]'

type Held = { readonly element: HTMLElement; readonly parents: readonly Element[]; readonly isInOverlay: boolean }

const listParents = (element: Element): readonly Element[] => {
  const parent = element.parentElement?.closest(parts)
  return parent ? [parent, ...listParents(parent)] : []
}

const canHoldFocus = (element: Element): boolean => element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/** Focuses an element that is not in the order of Tab, such as a heading. */
const focusText = (element: HTMLElement | null | undefined): boolean => {
  if (!element?.checkVisibility()) return false
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** The heading of the nearest part of the page that is still there, else the heading of the page. */
const focusHeading = (parents: readonly Element[]): boolean => {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1)
  const places = open ? [...parents.filter((parent) => open.contains(parent)), open] : [...parents, document.querySelector('main')]
  return places.some((place) => place?.isConnected === true && focusText(place.querySelector<HTMLElement>('h1, h2, h3')))
}

/**
 * Keeps the focus on the page when the focused element disappears or is disabled. Otherwise the next Tab starts at the top, and a screen
 * reader falls silent (REQ-UI-21). After a dialog or a menu the opener has it, else the nearest heading. Returns a function that stops it.
 */
export const keepFocus = (): (() => void) => {
  let held: readonly Held[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new AbortController()
  const { signal } = listeners

  const restore = (): void => {
    const [last, ...earlier] = held
    if (!last || document.activeElement !== document.body) return
    if (last.element.isConnected) {
      // A button that was disabled while it worked.
      if (canHoldFocus(last.element)) return last.element.focus({ preventScroll: true })
      if (last.element.matches(':disabled')) return
    }
    const opener = last.isInOverlay ? earlier.find(({ element }) => canHoldFocus(element)) : undefined
    if (opener) opener.element.focus({ preventScroll: true })
    else focusHeading(last.parents)
  }
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || held.length === 0) return
    clearTimeout(timer)
    timer = setTimeout(restore, graceMs)
  })
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const entry = { element: target, parents: listParents(target), isInOverlay: target.closest(overlays) !== null }
      held = [entry, ...held.filter(({ element }) => element !== target)].slice(0, remembered)
    },
    { signal },
  )
  // A press on an empty place moves the focus away by will.
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Element && target.closest('a, button, input, select, textarea, label, [tabindex]') === null) held = []
    },
    { signal, capture: true },
  )
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'open', 'hidden'] })
  return () => {
    listeners.abort()
    observer.disconnect()
    clearTimeout(timer)
  }
}
