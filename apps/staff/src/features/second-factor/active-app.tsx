import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { SecondFactorState } from '@registry/api-contract/second-factor'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, trpc } from '../../app/shell.ts'
import { State } from './second-factor-summary.tsx'
import classes from './second-factor.module.css'

type Props = {
  readonly state: SecondFactorState
  readonly onEnrol: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

/** The state of the second factor, with the actions that change it. */
export const ActiveApp = ({ state, onEnrol, onCodes }: Props) =>
  state.active ? <Active state={state} onEnrol={onEnrol} onCodes={onCodes} /> : <NoApp onEnrol={onEnrol} />

const NoApp = ({ onEnrol }: Pick<Props, 'onEnrol'>) => {
  const { t } = useLingui()
  return (
    <>
      <p>
        <Trans>
          Quando entri, oltre alla password ti chiediamo un codice di 6 cifre che cambia ogni 30 secondi: lo mostra un’app sul tuo telefono
          o sul tuo computer. Chi scoprisse la tua password non potrebbe entrare.
        </Trans>
      </p>
      <p>
        <Trans>
          Vanno bene tutte le app di autenticazione, per esempio quelle di Google e di Microsoft, FreeOTP, Aegis, o il gestore di password
          che usi già.
        </Trans>
      </p>
      <div>
        <Button size="md" onClick={onEnrol}>{t`Aggiungi un’app`}</Button>
      </div>
    </>
  )
}

const Active = ({ state, onEnrol, onCodes }: Props) => {
  const { t } = useLingui()
  const { dialog, withReauthentication } = useReauthentication()
  const [detail, setFault] = useState<string>()
  const reconsentRequest = useMutation(trpc.secondFactor.renewCodes.mutationOptions(ownFailures))
  const removal = useMutation(trpc.secondFactor.remove.mutationOptions(ownFailures))

  const run = async (step: () => Promise<void>): Promise<void> => {
    setFault(undefined)
    try {
      await step()
    } catch (error) {
      setFault(toRequestError(error).message)
    }
  }
  const renew = async (): Promise<void> => {
    const renewed = await withReauthentication((reauthentication) => reconsentRequest.mutateAsync(reauthentication))
    if (renewed) onCodes(renewed.recoveryCodes)
  }
  const remove = async (): Promise<void> => {
    const agreed = await askConfirmation({
      title: t`Rimuovi l’app di autenticazione`,
      text: t`Per entrare basterà di nuovo la password. I codici di recupero non varranno più e gli altri tuoi accessi si chiuderanno.`,
      confirm: t`Rimuovi l’app`,
      destructive: true,
    })
    if (!agreed || !(await withReauthentication((reauthentication) => removal.mutateAsync(reauthentication)))) return
    await queryClient.invalidateQueries(trpc.secondFactor.state.queryFilter())
  }

  return (
    <>
      <State state={state} />
      {detail !== undefined && <Notice status="error">{detail}</Notice>}
      <section className={classes.part}>
        <h2 className={classes.title}>{t`Codici di recupero`}</h2>
        <p>
          <Trans>Servono se non hai l’app con te: ognuno vale una volta. I nuovi codici sostituiscono quelli di prima.</Trans>
        </p>
        <Button variant="default" loading={reconsentRequest.isPending} onClick={() => void run(renew)}>
          {t`Crea nuovi codici`}
        </Button>
      </section>
      <section className={classes.part}>
        <h2 className={classes.title}>{t`Nuovo telefono o nuova app`}</h2>
        <p>
          <Trans>L’app attuale resta valida finché non confermi quella nuova.</Trans>
        </p>
        <Button variant="default" onClick={onEnrol}>
          {t`Cambia app`}
        </Button>
      </section>
      <section className={classes.part}>
        <h2 className={classes.title}>{t`Entrare con la sola password`}</h2>
        {state.obliged ? (
          <p>
            <Trans>Il registro chiede a tutti gli operatori un’app di autenticazione: non si può togliere.</Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>Puoi togliere l’app se la tua password ha almeno 15 caratteri.</Trans>
            </p>
            <Button variant="default" color="red" loading={removal.isPending} onClick={() => void run(remove)}>
              {t`Rimuovi l’app`}
            </Button>
          </>
        )}
      </section>
      {dialog}
    </>
  )
}
