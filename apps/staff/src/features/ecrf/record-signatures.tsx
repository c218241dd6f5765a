import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView } from '@registry/api-contract/ecrf'
import { listSignableYears } from '@registry/domain/ecrf/signature'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { getItalianToday, showMoment } from '@registry/ui/language/format.ts'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import classes from './ecrf.module.css'

type Props = { readonly record: PatientRecordView; readonly changed: boolean }

/** The signatures of a record, by year, and the button for those that are missing or broken (REQ-CRF-15). */
export const RecordSignatures = ({ record: { code, version, withdrawn, consents }, changed }: Props) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const [today] = useState(getItalianToday)
  // Another version of the record can break a signature.
  const { data } = useQuery(trpc.ecrf.signatures.queryOptions({ code }, { staleTime: 0 }))
  const sign = useMutation(trpc.ecrf.sign.mutationOptions())
  if (!data) return null
  const { signatures } = data
  const intact = new Set(signatures.filter(({ broken }) => !broken).map(({ year }) => year))
  const years = withdrawn || !(consents.personal || consents.medical) ? [] : listSignableYears(today).filter((year) => !intact.has(year))
  const signFor = async (year: number): Promise<void> => {
    const question = {
      title: t`Firma la cartella ${year}`,
      text: t`Firmi che hai controllato la cartella com’è salvata adesso. Chi la cambia dopo deve scrivere il motivo, e la firma risulta non più valida.`,
      confirm: t`Firma`,
    }
    if (!(await askConfirmation(question))) return
    await sign.mutateAsync({ code, year, version })
    await client.invalidateQueries({ queryKey: trpc.ecrf.signatures.queryKey({ code }) })
  }
  return (
    <section aria-label={t`Firme`} className={classes.signatures}>
      {signatures.length > 0 && (
        <ul className={classes.alerts}>
          {signatures.map(({ year, by, at, broken }) => (
            <li key={year}>
              {broken ? (
                <StatusBadge
                  status="warning"
                  wraps
                >{t`${year}: firma di ${by} del ${showMoment(at)}, non più valida perché la cartella è cambiata`}</StatusBadge>
              ) : (
                <StatusBadge status="yes" wraps>{t`${year}: firmata da ${by} il ${showMoment(at)}`}</StatusBadge>
              )}
            </li>
          ))}
        </ul>
      )}
      {years.length > 0 && (
        <Group className="no-print">
          {years.map((year) => (
            <Button key={year} variant="default" disabled={changed} loading={sign.isPending} onClick={() => void signFor(year)}>
              {t`Firma la cartella ${year}`}
            </Button>
          ))}
        </Group>
      )}
    </section>
  )
}
