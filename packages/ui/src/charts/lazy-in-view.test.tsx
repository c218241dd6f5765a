import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LazyInView } from './lazy-in-view.tsx'

/** Callback of the browser when an element enters or leaves the watched area. */
const callbacks = new Set<IntersectionObserverCallback>()
const move = (isIntersecting: boolean) =>
  act(() => {
    for (const callback of callbacks) callback([{ isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver)
  })

const usual = globalThis.IntersectionObserver
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: IntersectionObserverCallback
      constructor(callback: IntersectionObserverCallback) {
        this.#callback = callback
      }
      observe(): void {
        callbacks.add(this.#callback)
      }
      disconnect(): void {
        callbacks.delete(this.#callback)
      }
    },
  )
})
afterEach(() => {
  vi.stubGlobal('IntersectionObserver', usual)
  callbacks.clear()
})

it('renders its content when the reader comes near, and keeps it', () => {
  render(<LazyInView height={240}>chart</LazyInView>)
  move(false)
  expect(screen.queryByText('chart')).toBeNull()
  move(true)
  expect(screen.getByText('chart')).toBeVisible()
  move(false)
  expect(screen.getByText('chart')).toBeVisible()
})

it('renders its content when the page is idle, so that a print contains it', () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
  vi.stubGlobal('cancelIdleCallback', () => {})
  render(<LazyInView height={240}>chart</LazyInView>)
  expect(screen.queryByText('chart')).toBeNull()
  act(() => waiting.forEach((run) => run()))
  expect(screen.getByText('chart')).toBeVisible()
  Reflect.deleteProperty(globalThis, 'requestIdleCallback')
  Reflect.deleteProperty(globalThis, 'cancelIdleCallback')
})
