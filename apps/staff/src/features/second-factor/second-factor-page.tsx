import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { useProductName } from '@registry/app-shell/shell.ts'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { Column, PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { history, queryClient, trpc } from '../../app/shell.ts'
import { ActiveApp } from './active-app.tsx'
import { Enrolment } from './enrolment.tsx'
import layout from '../../layout/layout.module.css'
import classes from './second-factor.module.css'

type Props = { readonly codes: readonly string[]; readonly onDone: () => void }

const saveText = (name: string, text: string): void => saveFile(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))

/** The recovery codes, which are shown only once: the person copies, saves or prints them (REQ-ACC-01). */
const RecoveryCodes = ({ codes, onDone }: Props) => {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const title = t`Codici di recupero`
  const product = useProductName()
  const text = `${product}\n${title}\n\n${codes.join('\n')}\n`
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  const icon = { size: 20, 'aria-hidden': true } as const
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      <Notice status="warning" title={t`Conservali adesso`}>
        {t`Non li vedrai più. Se un giorno non avrai l’app, uno di questi codici ti farà entrare al suo posto: ognuno vale una volta.`}
      </Notice>
      <ul className={classes.codes} aria-label={title}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={`${layout.tightButtons} no-print`}>
        <Button variant="default" leftSection={<IconDownload {...icon} />} onClick={() => saveText(t`codici-di-recupero.txt`, text)}>
          {t`Salva come file`}
        </Button>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t`Stampa`}
        </Button>
        <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
          {copied ? t`Copiati` : t`Copia`}
        </Button>
      </div>
      <div className="no-print">
        <Button size="md" onClick={onDone}>
          {t`Li ho conservati`}
        </Button>
      </div>
    </section>
  )
}

type Stage = { readonly at: 'overview' | 'enrolment' } | { readonly at: 'codes'; readonly codes: readonly string[] }

/** The page to add, change and remove the authenticator app, with its recovery codes (REQ-ACC-01, REQ-ACC-02). */
export const SecondFactorPage = ({ user }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  const { data: state } = useQuery(trpc.secondFactor.state.queryOptions(undefined, { staleTime: 0 }))
  const [stage, setStage] = useState<Stage>({ at: 'overview' })
  const isRequired = user.secondFactorMissing === true

  const showCodes = (codes: readonly string[]): void => setStage({ at: 'codes', codes })
  const leaveCodes = (): void => {
    void queryClient.invalidateQueries(trpc.secondFactor.state.queryFilter())
    if (!isRequired) return setStage({ at: 'overview' })
    // The cached user still lacks the second factor: the guard must request the user again.
    queryClient.removeQueries(trpc.session.current.queryFilter())
    history.push('/uhome')
  }

  return (
    <Column>
      <PageHeading title={t`App di autenticazione`} />
      {isRequired && stage.at !== 'codes' && (
        <Notice status="warning" title={t`Prima di continuare`}>
          {t`Il registro chiede a tutti gli operatori un’app di autenticazione: aggiungi la tua per entrare.`}
        </Notice>
      )}
      {stage.at === 'codes' && <RecoveryCodes codes={stage.codes} onDone={leaveCodes} />}
      {stage.at === 'enrolment' && <Enrolment onDone={showCodes} onCancel={() => setStage({ at: 'overview' })} />}
      {stage.at === 'overview' && !state && <LinesSkeleton lines={6} />}
      {stage.at === 'overview' && state && <ActiveApp state={state} onEnrol={() => setStage({ at: 'enrolment' })} onCodes={showCodes} />}
    </Column>
  )
}
