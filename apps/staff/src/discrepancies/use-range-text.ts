import { useLingui } from '@lingui/react/macro'
import { formatDay } from '@registry/domain/calendar'
import type { Field } from '@registry/domain/fields/dictionary'
import { formatMeasurement, formatUnit } from '@registry/domain/fields/units'
import { useLanguage } from '@registry/ui/language/language.tsx'

/** The permitted and the usual range of a number or date, as one sentence. Undefined for a field without limits. */
export const useRangeText = (): ((field: Field) => string | undefined) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return ({ type, unit, min, max, warnMin, warnMax }) => {
    if (type === 'date') {
      if (typeof min !== 'string') return undefined
      const [first, usual] = [formatDay(min), typeof warnMin === 'string' ? formatDay(warnMin) : undefined]
      return usual === undefined ? t`Dal ${first} a oggi` : t`Dal ${first} a oggi, di solito dal ${usual}`
    }
    if (typeof min !== 'number' || typeof max !== 'number') return undefined
    const show = (limit: number): string => formatMeasurement(limit, language)
    const last = [show(max), unit === undefined ? '' : formatUnit(unit, language)].join(' ').trim()
    const first = show(min)
    const [low, high] = [typeof warnMin === 'number' && show(warnMin), typeof warnMax === 'number' && show(warnMax)]
    if (low && high) return t`Da ${first} a ${last}, di solito da ${low} a ${high}`
    if (low) return t`Da ${first} a ${last}, di solito almeno ${low}`
    return high ? t`Da ${first} a ${last}, di solito al massimo ${high}` : t`Da ${first} a ${last}`
  }
}
