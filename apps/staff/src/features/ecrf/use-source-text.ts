import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ValueChange } from '@registry/api-contract/ecrf'

const sourceTexts = {
  form: msg`modulo`,
  file: msg`file`,
  service: msg`servizio web`,
  patient: msg`paziente`,
  system: msg`sistema`,
  computed: msg`calcolo dagli esami`,
} as const satisfies Record<ValueChange['source'], ReturnType<typeof msg>>

/** Shows through what a value came into the record. */
export const useSourceText = (): ((source: ValueChange['source']) => string) => {
  const { t } = useLingui()
  return (source) => t(sourceTexts[source])
}
