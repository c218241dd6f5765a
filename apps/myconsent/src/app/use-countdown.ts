import { useEffect, useState } from 'react'

const secondMs = 1000

/** Counts seconds down by the clock, because timers stop while a phone sleeps. */
export const useCountdown = () => {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((endsAt - now) / secondMs))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setNow(Date.now()), secondMs)
    return () => clearTimeout(timer)
  }, [seconds, now])
  const start = (length: number): void => {
    const begin = Date.now()
    setNow(begin)
    setEndsAt(begin + length * secondMs)
  }
  return { seconds, start }
}
