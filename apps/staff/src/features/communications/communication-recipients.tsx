import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Communication, CommunicationCount } from '@registry/api-contract/communications'
import { communicationKinds } from '@registry/domain/communications/types'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { roleNames } from '../../app/role-names.ts'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { useCommunicationLabels } from './communication-labels.ts'
import classes from './communications.module.css'

/** Recipients of a communication, and for a draft their current number. */
export const CommunicationRecipients = ({ communication }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const { formatConsent } = useCommunicationLabels()
  const { data: options } = useSuspenseQuery(trpc.communications.options.queryOptions())
  const { id, type, filterName, consent, roles, areaid, state } = communication
  const { audience, byWish } = communicationKinds[type]
  const { data: count } = useQuery({ ...trpc.communications.count.queryOptions({ id }), enabled: state === 'draft' })
  const area = options.areas.find((one) => one.id === areaid)?.label ?? areaid ?? ''
  const roleList = roles.map((role) => t(roleNames[role])).join(', ')
  const label = options.types.find((one) => one.id === type)?.label ?? type
  return (
    <section aria-label={t`Destinatari`}>
      <h2 className={layout.title}>{t`Destinatari`}</h2>
      <ul className={classes.facts}>
        <li>{label}</li>
        {audience === 'patients' && <li>{filterName === null ? t`Senza filtro` : t`Filtro: ${filterName}`}</li>}
        {byWish && <li>{t`Solo chi ha chiesto la newsletter`}</li>}
        {consent !== null && <li>{t`Consenso richiesto: ${formatConsent(consent)}`}</li>}
        {audience === 'staff' && <li>{t`${roleList}, area ${area}`}</li>}
        {state === 'draft' && count && <CountLine count={count} />}
      </ul>
      {audience === 'patients' && (
        <p className={layout.note}>
          {t`In un giorno partono al massimo ${options.perDay.mail} e-mail e ${options.perDay.sms} SMS di comunicazioni: le altre aspettano il giorno dopo.`}
        </p>
      )}
    </section>
  )
}

const CountLine = ({ count: { isRounded, mail, sms } }: { readonly count: CommunicationCount }) => {
  const { t } = useLingui()
  const format = (number: number): string => {
    if (!isRounded) return t`${plural(number, { one: '# persona', other: '# persone' })}`
    return number === 0 ? t`meno di 10 persone` : t`almeno ${number} persone`
  }
  const byMail = format(mail)
  const bySms = format(sms)
  return (
    <li>
      {!isRounded && sms === 0
        ? t`Oggi la riceverebbero: ${byMail} per e-mail`
        : t`Oggi la riceverebbero: ${byMail} per e-mail, ${bySms} per SMS`}
    </li>
  )
}
