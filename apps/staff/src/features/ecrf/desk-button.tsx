import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { showMoment } from '@registry/ui/language/format.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { trpc } from '../../app/shell.ts'
import classes from './ecrf.module.css'

/** Starts the consents on a device of the centre: a link that works once, for 30 minutes (REQ-CON-33). */
export const DeskButton = ({ code }: { readonly code: string }) => {
  const { t } = useLingui()
  const start = useMutation(trpc.deskConsents.start.mutationOptions(ownFailures))
  const until = start.data && showMoment(start.data.endsAt)
  return (
    <>
      <Button variant="default" loading={start.isPending} onClick={() => start.mutate({ code })}>
        {t`Consenso in ambulatorio`}
      </Button>
      {start.error && <Notice status="error">{describeFailure(start.error)}</Notice>}
      {start.data && (
        <div className={classes.deskLink}>
          <Notice status="info" title={t`Apri questo indirizzo sul dispositivo del centro`}>
            <p>{t`Inquadra il codice con il tablet o il telefono del centro, oppure apri l’indirizzo su questo dispositivo.`}</p>
            <QRCodeSVG
              value={start.data.link}
              size={208}
              level="M"
              marginSize={4}
              bgColor="#ffffff"
              fgColor="#000000"
              title={t`Codice QR con l’indirizzo per il paziente`}
            />
            <p>
              <a href={start.data.link} target="_blank" rel="noreferrer">
                {start.data.link}
              </a>
            </p>
            <p>{t`Funziona una volta sola, fino al ${until}, e solo per questo paziente. Chi risponde conferma con il codice che riceve.`}</p>
          </Notice>
        </div>
      )}
    </>
  )
}
