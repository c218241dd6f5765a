import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import { shell } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import classes from './second-factor.module.css'

type Props = { readonly codes: readonly string[]; readonly onDone: () => void }

const saveText = (name: string, text: string): void => saveFile(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))

/** The recovery codes, which are shown only once: the person copies, saves or prints them (REQ-ACC-01). */
export const RecoveryCodes = ({ codes, onDone }: Props) => {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const title = t`Codici di recupero`
  const text = `${shell.title}\n${title}\n\n${codes.join('\n')}\n`
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  const icon = { size: 20, 'aria-hidden': true } as const
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      <Notice status="waiting" title={t`Conservali adesso`}>
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
