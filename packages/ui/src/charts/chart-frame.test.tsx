import { act, render } from '@testing-library/react'
import { Bar, BarChart, ResponsiveContainer } from 'recharts'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { ChartFrame } from './chart-frame.tsx'

/** The observers of the browser, and what each calls when its element changes its size. */
const callbacks = new Set<ResizeObserverCallback>()
const resize = (width: number) =>
  act(async () => {
    for (const callback of callbacks) callback([{ contentRect: { width, height: 200 } } as ResizeObserverEntry], {} as ResizeObserver)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })

const usual = globalThis.ResizeObserver
let warn: MockInstance
beforeEach(() => {
  warn = vi.spyOn(console, 'warn')
  globalThis.ResizeObserver = class {
    readonly #callback: ResizeObserverCallback
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback
    }
    observe(): void {
      callbacks.add(this.#callback)
    }
    unobserve(): void {}
    disconnect(): void {
      callbacks.delete(this.#callback)
    }
  }
})
afterEach(() => {
  globalThis.ResizeObserver = usual
  callbacks.clear()
  vi.restoreAllMocks()
})

it('renders a chart as wide as its container, and none while the page is hidden, without a message in the console (REQ-UI-08)', async () => {
  const { container } = render(
    <ChartFrame height={200}>
      <ResponsiveContainer>
        <BarChart data={[{ name: 'RM01', count: 3 }]}>
          <Bar dataKey="count" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>,
  )
  expect(container.querySelector('svg')).toBeNull()
  await resize(320)
  expect(container.querySelector('svg')).toHaveAttribute('width', '320')
  await resize(0)
  expect(container.querySelector('svg')).toBeNull()
  await resize(640)
  expect(container.querySelector('svg')).toHaveAttribute('width', '640')
  expect(warn).not.toHaveBeenCalled()
})
