import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { loggedRead } from '@registry/app-shell/query-client.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { CorrectionList } from '../../corrections/correction-list.tsx'
import { Block } from './block.tsx'
import classes from './home.module.css'

/** The patients' requests for correction. They open on request, because each reading is logged for the patients (REQ-PAT-27). */
export const Corrections = () => {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...trpc.corrections.open.queryOptions({}, loggedRead), enabled: isOpen })
  return (
    <Block id="corrections" title={t`Richieste di correzione dei pazienti`}>
      <p className={classes.text}>
        {t`Un paziente ha letto nella sua cartella qualcosa che non gli torna. Correggi il valore nella cartella, oppure spiega perché resta: il paziente legge la risposta.`}
      </p>
      {!isOpen && <Button variant="default" onClick={() => setOpen(true)}>{t`Apri le richieste`}</Button>}
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
      {isOpen && !data && !error && <LinesSkeleton lines={4} />}
      {data && <CorrectionList corrections={data} />}
    </Block>
  )
}
