import { useLingui } from '@lingui/react/macro'
import type { StudyFlow } from '@registry/api-contract/studies'
import { showDate } from '@registry/ui/language/format.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { lazy, Suspense } from 'react'
import charts from '../../charts/charts.module.css'
import { CountChart } from '../../charts/count-chart.tsx'
import { CountTable } from '../../charts/count-table.tsx'
import { TableAlternative } from '../../charts/table-alternative.tsx'
import layout from '../../layout/layout.module.css'
import { addUpRecruitment } from './recruitment.ts'
import classes from './studies.module.css'

const RecruitmentChart = lazy(() => import('./recruitment-chart.tsx'))

type Props = { readonly flow: StudyFlow; readonly endDate: string | null }

/**
 * The patients of a study from candidate to export, and the recruitment over time, as charts and tables (REQ-STU-14). For roles that run no
 * filters the steps begin with the invitation.
 */
export const StudyFlowCharts = ({ flow: { isRounded, total, centres, recruitment }, endDate }: Props) => {
  const { t } = useLingui()
  if (total.candidates === 0) return null
  const beforeInvitation = [
    { name: t`Candidati`, count: total.candidates },
    { name: t`Approvati dal centro`, count: total.approved },
  ]
  const steps = [
    ...(isRounded ? [] : beforeInvitation),
    { name: t`Invitati`, count: total.invited },
    { name: t`In attesa della risposta`, count: total.waiting },
    { name: t`Hanno risposto Sì`, count: total.yes },
    { name: t`Hanno risposto No`, count: total.no },
    { name: t`Usciti dopo un Sì`, count: total.left },
    { name: t`Esportati`, count: total.exported },
  ]
  if (steps.every(({ count }) => count === 0))
    return (
      <section aria-label={t`Pazienti dello studio`}>
        <h2 className={layout.title}>{t`Pazienti dello studio`}</h2>
        <p className={classes.note}>{t`Nessun paziente è ancora stato invitato.`}</p>
      </section>
    )
  if (steps.every(({ count }) => count === null))
    return (
      <section aria-label={t`Pazienti dello studio`}>
        <h2 className={layout.title}>{t`Pazienti dello studio`}</h2>
        <p className={classes.note}>{t`In ogni passo ci sono meno di cinque pazienti, quindi i numeri non si mostrano.`}</p>
      </section>
    )
  const byCentre = centres.map(({ id, name, yes }) => ({ name: `${name} (${id})`, short: id, count: yes }))
  const days = addUpRecruitment(recruitment)
  return (
    <section aria-label={t`Pazienti dello studio`}>
      <h2 className={layout.title}>{t`Pazienti dello studio`}</h2>
      {isRounded && (
        <p
          className={classes.note}
        >{t`I numeri sono arrotondati a multipli di cinque. Sotto cinque non si mostrano. I candidati li conta solo chi può eseguire il filtro.`}</p>
      )}
      <div className={charts.charts}>
        <CountChart
          title={isRounded ? t`Dall’invito all’esportazione` : t`Dai candidati all’esportazione`}
          first={t`Passo`}
          counts={steps}
          orientation="vertical"
        />
        {byCentre.length > 1 && byCentre.some(({ count }) => count) && (
          <CountChart title={t`Risposte Sì per centro`} first={t`Centro`} counts={byCentre} orientation="vertical" />
        )}
        {days.length > 0 && (
          <figure className={charts.chart}>
            <figcaption>{t`Risposte Sì nel tempo`}</figcaption>
            <Suspense fallback={<BlockSkeleton height={240} />}>
              <RecruitmentChart days={days} endDate={endDate} />
            </Suspense>
            <TableAlternative>
              <CountTable
                title={t`Risposte Sì nel tempo`}
                columns={[t`Giorno`, t`Pazienti in tutto`]}
                rows={days.map(({ day, total: yes }) => ({ name: showDate(day), count: String(yes) }))}
              />
            </TableAlternative>
          </figure>
        )}
      </div>
    </section>
  )
}
