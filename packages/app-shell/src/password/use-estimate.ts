import type { Estimate } from '@registry/domain/access/estimate'
import { useEffect, useState } from 'react'

/** The pause in typing before the estimate: longer than between two keys, shorter than a person notices. */
const pauseMs = 120

/** Estimates the password after a short pause; undefined while the estimator loads and while the field is empty. */
export const useEstimate = (password: string, ownTexts: readonly string[]): Estimate | undefined => {
  const [found, setFound] = useState<Estimate>()
  const own = ownTexts.join('\n')
  useEffect(() => {
    let current = password !== ''
    const run = async (): Promise<void> => {
      const { estimate } = await import('@registry/domain/access/estimate')
      if (current) setFound(estimate(password, own.split('\n')))
    }
    // Without the estimator the form still works: the server checks the password.
    const timer = setTimeout(() => void (current && run().catch(() => undefined)), pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [password, own])
  return password === '' ? undefined : found
}
