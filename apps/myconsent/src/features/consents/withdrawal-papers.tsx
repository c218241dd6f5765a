import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Withdrawn } from '@registry/api-contract/consents'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './consents.module.css'

const icon = { size: 20, 'aria-hidden': true } as const

const decode = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** The proof of a withdrawal, and the code to copy or save. Nobody can send them again (REQ-CON-10, REQ-CON-17). */
export const WithdrawalPapers = ({ deletionCode, proof }: Withdrawn) => {
  const { t } = useLingui()
  return (
    <>
      {deletionCode !== null && <DeletionCode code={deletionCode} />}
      {proof !== null && (
        <div className={classes.papers}>
          <Button
            variant="default"
            leftSection={<IconDownload {...icon} />}
            onClick={() => saveFile(t`conferma-del-ritiro.pdf`, new Blob([decode(proof)], { type: 'application/pdf' }))}
          >
            {t`Scarica la conferma (PDF)`}
          </Button>
        </div>
      )}
    </>
  )
}

const DeletionCode = ({ code }: { readonly code: string }) => {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(code)
    setCopied(true)
  }
  const save = (): void => {
    const text = [t`Codice del ritiro`, code, new URL('/stato_ritiro', location.href).href].join('\n')
    saveFile(t`codice-del-ritiro.txt`, new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }))
  }
  return (
    <>
      <p className={classes.deletionCode}>{code}</p>
      <div className={classes.papers}>
        <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
          {copied ? t`Copiato` : t`Copia`}
        </Button>
        <Button variant="default" leftSection={<IconDownload {...icon} />} onClick={save}>
          {t`Scarica il codice`}
        </Button>
      </div>
    </>
  )
}
