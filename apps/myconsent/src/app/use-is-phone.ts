import { useMediaQuery } from '@mantine/hooks'

/** True in a window as wide as a phone, also in the first render. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
