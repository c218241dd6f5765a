import { Anchor } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PublishedQuery } from '@registry/api-contract/anonymous-records'
import { useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'

/** The published anonymous records: their number, and the file for roles with all centres (REQ-CON-08). */
export const AnonymousRecords = ({ asRole }: PublishedQuery) => {
  const { t } = useLingui()
  const { records, readable } = useSuspenseQuery(trpc.anonymousRecords.published.queryOptions({ asRole })).data
  return (
    <section className={layout.part} aria-labelledby="anonymous-records">
      <h2 id="anonymous-records">{t`Schede anonime`}</h2>
      <p className={layout.text}>
        <Plural value={records} one="# scheda pubblicata" other="# schede pubblicate" />
      </p>
      <p className={layout.text}>
        <Trans>
          Di chi si è ritirato rendendo anonimi i dati resta una scheda di dieci classi. Si pubblica solo in gruppi di almeno cinque schede
          uguali. Non conta nei numeri di questa pagina, nei filtri e nelle esportazioni.
        </Trans>
      </p>
      {readable && records > 0 && (
        <p className={layout.text}>
          {t`Scarica le schede:`}{' '}
          <Anchor href="/api/anonymous_records?format=xlsx" download>
            {t`Excel`}
          </Anchor>
          {' · '}
          <Anchor href="/api/anonymous_records?format=csv" download>
            {t`CSV`}
          </Anchor>
        </p>
      )}
    </section>
  )
}
