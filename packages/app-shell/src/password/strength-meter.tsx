import { useLingui } from '@lingui/react/macro'
import type { Estimate, Weakness } from '@registry/domain/access/estimate'
import { countCharacters, maxPasswordLength } from '@registry/domain/access/password'
import { strengths } from '@registry/domain/access/strength'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './password.module.css'

/** The pause in typing before the estimate: longer than between two keys, shorter than a person notices. */
const pauseMs = 120

/** Estimates the password after a short pause; undefined while the estimator loads and while the field is empty. */
const useEstimate = (password: string, ownTexts: readonly string[]): Estimate | undefined => {
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

/** The minimum length in characters, and the minimum strength from 0 to 4. */
export type PasswordRules = { readonly minimum: number; readonly leastStrength: number }

type Props = {
  readonly password: string
  readonly rules: PasswordRules
  /** Name, e-mail and centres of the person: a password of these words is weak. */
  readonly ownTexts: readonly string[]
}

const useTexts = () => {
  const { t } = useLingui()
  const strength = [t`Molto debole`, t`Debole`, t`Discreta`, t`Buona`, t`Ottima`] as const
  const weakness = {
    common: t`È simile a una password molto usata: scegli parole diverse.`,
    own: t`Contiene il tuo nome, il tuo indirizzo o parole del registro: chi ti conosce la proverebbe subito.`,
    word: t`Parole comuni e nomi si indovinano subito: aggiungi altre parole che non c’entrano.`,
    keyboard: t`I tasti vicini sulla tastiera si indovinano subito: usa parole.`,
    repeat: t`Le ripetizioni aggiungono poco: usa parole diverse.`,
    sequence: t`Le sequenze come «abc» o «1234» si indovinano subito: usa parole.`,
    date: t`Date e anni si indovinano facilmente: aggiungi parole che non c’entrano.`,
    short: t`Aggiungi una o due parole poco comuni.`,
  } as const satisfies Record<Weakness, string>
  return { strength, weakness }
}

/** The most helpful advice; undefined when the password is good enough. */
const useAdvice = (password: string, { minimum, leastStrength }: PasswordRules, found: Estimate | undefined): string | undefined => {
  const { t } = useLingui()
  const { weakness } = useTexts()
  const length = countCharacters(password)
  const missing = minimum - length
  if (length > maxPasswordLength) return t`È troppo lunga: al massimo ${maxPasswordLength} caratteri.`
  if (found && found.strength < leastStrength) return weakness[found.weakness]
  return missing > 0 ? t`Caratteri ancora da aggiungere: ${missing}.` : undefined
}

/** Rates the new password during typing: a word, a bar and advice (REQ-ACC-08). */
export const StrengthMeter = ({ password, rules, ownTexts }: Props) => {
  const { t } = useLingui()
  const texts = useTexts()
  const found = useEstimate(password, ownTexts)
  const advice = useAdvice(password, rules, found)
  const word = found && texts.strength[found.strength]
  const good = advice === undefined
  return (
    <div className={classes.meter} data-strength={found?.strength}>
      <div
        role="meter"
        aria-label={t`Forza della password`}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={found?.strength ?? 0}
        aria-valuetext={word ?? t`non ancora valutata`}
        className={classes.bar}
      >
        {strengths.slice(1).map((step) => (
          <span key={step} className={classes.step} data-reached={found !== undefined && found.strength >= step} />
        ))}
      </div>
      <p className={classes.verdict} aria-live="polite">
        {found && (
          <>
            <strong className={classes.word} data-good={good}>
              {good ? <IconCircleCheck size={18} aria-hidden="true" /> : <IconAlertTriangle size={18} aria-hidden="true" />}
              {word}
            </strong>{' '}
            <span>{advice ?? t`Va bene.`}</span>
          </>
        )}
      </p>
    </div>
  )
}
