import { useEffect, useState } from 'react'
import type { Estimate } from './estimate.ts'

/** So long nothing is typed before the password is judged: shorter than a person notices, longer than between two keys. */
const pauseMs = 120

/** Judges what is typed, after a short pause; undefined until the judge has loaded, and again when the field is empty. */
export const useEstimate = (password: string, ownTexts: readonly string[]): Estimate | undefined => {
  const [found, setFound] = useState<Estimate>()
  const own = ownTexts.join('\n')
  useEffect(() => {
    let wanted = password !== ''
    const judge = async (): Promise<void> => {
      const { estimate } = await import('./estimate.ts')
      if (wanted) setFound(estimate(password, own.split('\n')))
    }
    // Without the judge the form still works: the server judges what is sent.
    const timer = setTimeout(() => void (wanted && judge().catch(() => undefined)), pauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [password, own])
  return password === '' ? undefined : found
}
