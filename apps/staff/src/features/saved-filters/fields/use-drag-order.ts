import { useEffect, useRef, useState } from 'react'

/** The places in the list of the dragged item and of the item under the pointer. */
type Drag = { readonly from: number; readonly over: number }

/** Moves the items of a list by dragging. The items are draggable children of the list; `onMove` receives the old and the new place. */
export const useDragOrder = (onMove: (from: number, to: number) => void) => {
  const [list, listRef] = useState<HTMLElement | null>(null)
  const [drag, setDrag] = useState<Drag>()
  const latest = useRef({ onMove, drag })
  useEffect(() => {
    latest.current = { onMove, drag }
  })
  useEffect(() => {
    if (!list) return undefined
    const listeners = new AbortController()
    const findPlace = ({ target }: Event): number => [...list.children].findIndex((item) => target instanceof Node && item.contains(target))
    const on = (type: 'dragstart' | 'dragover' | 'drop' | 'dragend', listener: (event: DragEvent) => void): void =>
      list.addEventListener(type, listener, listeners)
    on('dragstart', (event) => {
      const from = findPlace(event)
      setDrag({ from, over: from })
    })
    on('dragover', (event) => {
      const { drag: current } = latest.current
      const over = findPlace(event)
      if (!current) return
      // Permits the drop.
      event.preventDefault()
      if (over !== -1 && over !== current.over) setDrag({ ...current, over })
    })
    on('drop', (event) => {
      event.preventDefault()
      const { drag: current, onMove: moveItem } = latest.current
      const to = findPlace(event)
      if (current && to !== -1 && to !== current.from) moveItem(current.from, to)
      setDrag(undefined)
    })
    on('dragend', () => setDrag(undefined))
    return () => listeners.abort()
  }, [list])
  return { listRef, drag }
}
