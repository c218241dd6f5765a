import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

/** Browser functions that the components need and jsdom lacks. */
configure({ asyncUtilTimeout: 100_000 })

const noMatch = (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})
vi.stubGlobal('matchMedia', noMatch)
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
)
/** Everything is in the window. */
class EverythingVisible implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly #callback: IntersectionObserverCallback
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback
  }
  observe(target: Element): void {
    const bounds = target.getBoundingClientRect()
    const seen = { boundingClientRect: bounds, intersectionRect: bounds, rootBounds: null, intersectionRatio: 1, time: 0 }
    this.#callback([{ target, isIntersecting: true, ...seen }], this)
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}
vi.stubGlobal('IntersectionObserver', EverythingVisible)
vi.stubGlobal('scrollTo', () => undefined)
Element.prototype.scrollIntoView = () => undefined
Element.prototype.checkVisibility = () => true
Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
  if (typeof to !== 'object') return
  this.scrollTop = to.top ?? this.scrollTop
  this.scrollLeft = to.left ?? this.scrollLeft
}

/** The parts of modal dialogs that tests check: open, Esc, and the restored focus. */
const openers = new WeakMap<HTMLDialogElement, Element | null>()
const onEscape = (dialog: HTMLDialogElement) => (event: KeyboardEvent) => {
  if (event.key === 'Escape') dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
}
HTMLDialogElement.prototype.showModal = function showModal() {
  openers.set(this, document.activeElement)
  this.open = true
  this.addEventListener('keydown', onEscape(this))
  const first = this.querySelector<HTMLElement>('[autofocus], a[href], button:not(:disabled), input:not(:disabled)')
  ;(first ?? this).focus()
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
  const opener = openers.get(this)
  if (opener instanceof HTMLElement) opener.focus()
}
