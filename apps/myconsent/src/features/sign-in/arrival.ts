import { useEffect, useState } from 'react'

/** A person who has just chosen a password through a link. Kept in memory only, until the sign-in page shows it. */
export type Arrival = { readonly contact: string; readonly password: string }

let announced: Arrival | undefined

export const announceArrival = (arrival: Arrival): void => {
  announced = arrival
}

/** The announced arrival, for this visit of the page only. Loaders are no place for it: the router shows their former data first. */
export const useArrival = (): Arrival | undefined => {
  const [arrival] = useState(() => announced)
  useEffect(() => {
    announced = undefined
  }, [])
  return arrival
}
