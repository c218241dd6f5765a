import { Button, NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'

type Centre = { readonly code: string; readonly name: string }

/** Keeps the centre in the session, and loads the page again: nothing of another centre stays in it (REQ-IMP-09). */
const useChooseCentre = () => {
  const { mutate, isPending } = useMutation(
    trpc.session.chooseCentre.mutationOptions({ onSuccess: () => window.location.assign('/uhome') }),
  )
  return { isPending, choose: (centre: string): void => mutate({ centre }) }
}

/** The centre of this page, in the header. */
export const CentreSelect = ({ centres, centre }: { readonly centres: readonly Centre[]; readonly centre: string }) => {
  const { t } = useLingui()
  const { choose, isPending } = useChooseCentre()
  return (
    <NativeSelect
      aria-label={t`Centro per cui lavori`}
      size="sm"
      maw={220}
      value={centre}
      disabled={isPending}
      data={centres.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

/** Asks a CenterAdmin of several centres for which one they work, because patient codes are unique only within a centre. */
export const CentreChoice = ({ centres }: { readonly centres: readonly Centre[] }) => {
  const { t } = useLingui()
  const { choose, isPending } = useChooseCentre()
  return (
    <>
      <PageHeading title={t`Per quale centro lavori?`} lead={t`Amministri più centri. Puoi cambiare centro in alto, in ogni pagina.`} />
      <div className={layout.form}>
        {centres.map(({ code, name }) => (
          <Button key={code} variant="default" disabled={isPending} onClick={() => choose(code)}>
            {`${code} · ${name}`}
          </Button>
        ))}
      </div>
    </>
  )
}
