import { Anchor, Button, Group } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Children } from '@registry/api-contract/guardian'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { askConfirmation, showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { showDate } from '@registry/ui/language/format.ts'
import { Option, OptionGroup } from '@registry/ui/questions/options.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'

type Child = Children[number]
type Choice = 'stop' | 'v2' | 'v3'

const useChoiceTexts = (): Record<Choice, { readonly name: string; readonly text: string }> => {
  const { t } = useLingui()
  const carriedOut = t`Lo fa il centro dopo 14 giorni, se tutti i tutori che devono firmare confermano. Fino ad allora puoi ripensarci, e scaricare una copia della cartella.`
  return {
    stop: {
      name: t`Ferma l’uso dei dati`,
      text: t`Da ora ogni risposta è No e non partono più messaggi. Non si cancella nulla, e puoi rispondere di nuovo quando vuoi.`,
    },
    v2: {
      name: t`Rendi anonimi i dati`,
      text: `${t`Da ora nessuno usa i dati. Poi nome, contatti, dati personali e clinici sono distrutti: resta al più una scheda di dieci classi.`} ${carriedOut}`,
    },
    v3: { name: t`Cancella i dati`, text: `${t`Da ora nessuno usa i dati. Poi sono cancellati dal registro.`} ${carriedOut}` },
  }
}

/** Stops the use, or asks for more. The session then acts for this patient, so the page is loaded again. */
const useStop = ({ patient }: Child) => {
  const texts = useChoiceTexts()
  const stop = useMutation(trpc.guardian.stop.mutationOptions(ownFailures))
  const submit = async (choice: Choice, confirm: string, done: string): Promise<void> => {
    const { name: title, text } = texts[choice]
    if (!(await askConfirmation({ title, text, confirm, destructive: true }))) return
    const stopped = await stop.mutateAsync({ patient, choice }).then(
      () => true,
      () => false,
    )
    if (!stopped) return
    await showAlert(done, title)
    window.location.assign('/figli')
  }
  return { submit, texts, error: stop.error, isPending: stop.isPending }
}

/** The open request to anonymise or erase: since when, who must still confirm, and the first day on which the centre carries it out. */
const OpenRequest = ({ child, request }: { readonly child: Child; readonly request: NonNullable<Child['request']> }) => {
  const { t } = useLingui()
  const { submit, texts, error, isPending } = useStop(child)
  const takeBack = useMutation(trpc.guardian.takeBack.mutationOptions(ownFailures))
  const { choice, own, missing } = request
  const [askedOn, dueOn] = [showDate(request.askedOn), showDate(request.dueOn)]
  const confirmation = ((): string => {
    if (missing === 0) return t`Hanno confermato tutti i tutori che devono firmare.`
    if (!own && child.mayAsk) return t`Manca la tua conferma.`
    return t({ message: plural(missing, { one: 'Manca la conferma di un altro tutore.', other: 'Manca la conferma di # altri tutori.' }) })
  })()
  const takeItBack = async (): Promise<void> => {
    const text = t`I dati restano. Nessuno li usa finché non rispondete di nuovo ai consensi.`
    if (await askConfirmation({ title: t`Ritira la richiesta`, text, confirm: t`Ritira la richiesta` }))
      takeBack.mutate({ patient: child.patient }, { onSuccess: () => window.location.assign('/figli') })
  }
  const failure = error ?? takeBack.error
  return (
    <Notice status="waiting" title={choice === 'v2' ? t`Chiesto di rendere anonimi i dati` : t`Chiesto di cancellare i dati`}>
      <p>
        {t`La richiesta è del ${askedOn}: da allora nessuno usa i dati.`} {confirmation}{' '}
        {t`Il centro la può eseguire dal ${dueOn}, quando hanno confermato tutti.`}
      </p>
      {failure && <Notice status="error">{describeFailure(failure)}</Notice>}
      {own ? (
        <Button variant="default" loading={takeBack.isPending} onClick={() => void takeItBack()}>{t`Ritira la richiesta`}</Button>
      ) : (
        child.mayAsk && (
          <Button
            color="red"
            loading={isPending}
            onClick={() => void submit(choice, t`Conferma la richiesta`, t`La tua conferma è registrata.`)}
          >
            {t`Conferma la richiesta`}
            <span className="visually-hidden">{`: ${texts[choice].name}`}</span>
          </Button>
        )
      )}
    </Notice>
  )
}

/** The three choices of a guardian who stops the use of a patient's data (REQ-GRD-11, REQ-GRD-12). */
const StopForm = ({ child, onClose }: { readonly child: Child; readonly onClose: () => void }) => {
  const { t } = useLingui()
  const { submit, texts, error, isPending } = useStop(child)
  const [choice, setChoice] = useState<Choice>()
  const [asked, setAsked] = useState(false)
  const shown = formatPersonName(child.name)
  const id = `stop-${child.patient}`
  const send = async (): Promise<void> => {
    setAsked(true)
    if (choice === undefined) return
    const done =
      choice === 'stop'
        ? t`Da ora nessuno usa i dati di ${shown}. Ti mandiamo la ricevuta.`
        : t`Da ora nessuno usa i dati di ${shown}. Ti mandiamo la ricevuta, e abbiamo scritto al centro e agli altri tutori.`
    await submit(choice, texts[choice].name, done)
  }
  return (
    <Form onSubmit={() => void send()}>
      <OptionGroup
        id={id}
        legend={t`Che cosa vuoi fare con i dati di ${shown}?`}
        error={asked && choice === undefined ? t`Scegli una delle possibilità` : undefined}
        columns={1}
      >
        {(describedBy) =>
          (child.mayAsk ? (['stop', 'v2', 'v3'] as const) : (['stop'] as const)).map((one) => (
            <Option
              key={one}
              id={one === 'stop' ? id : undefined}
              name={id}
              checked={choice === one}
              describedBy={describedBy}
              onChoose={() => setChoice(one)}
            >
              <strong>{texts[one].name}</strong>
              <br />
              {texts[one].text}
            </Option>
          ))
        }
      </OptionGroup>
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
      <Group mt="md">
        <Button type="submit" loading={isPending}>{t`Prosegui`}</Button>
        <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
      </Group>
    </Form>
  )
}

/** The open request of a patient, or else the link to the choices. */
export const ChildStop = ({ child }: { readonly child: Child }) => {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  if (child.request) return <OpenRequest child={child} request={child.request} />
  if (isOpen) return <StopForm child={child} onClose={() => setOpen(false)} />
  return (
    <Anchor component="button" type="button" inherit mih={48} ta="left" onClick={() => setOpen(true)}>
      {t`Ferma l’uso dei dati, o cancellali`}
      <span className="visually-hidden">{` (${formatPersonName(child.name)})`}</span>
    </Anchor>
  )
}
