import { useLingui } from '@lingui/react/macro'
import type { ManifestLine } from '@registry/api-contract/exports'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import type { FilterArea } from './filter-area.ts'

/** The number of exports on the page of a filter; a link leads to all. */
const shownExports = 3

type Props = { readonly filterId: number; readonly area: FilterArea }

/** The last exports of a filter that the person may see: their own, or all for a GlobalAdmin (REQ-FIL-30). */
export const LastExports = ({ filterId, area }: Props) => {
  const { t } = useLingui()
  const { data, error } = useQuery({ ...trpc.exports.search.queryOptions({ filterId }), gcTime: 0, ...ownFailures })
  const list = `${area.exports}?filtro=${filterId}`
  return (
    <section aria-label={t`Ultime esportazioni`}>
      <h2 className={layout.title}>{t`Ultime esportazioni`}</h2>
      {error && <p className={layout.quiet}>{toRequestError(error).message}</p>}
      {data?.manifests.length === 0 && <p className={layout.quiet}>{t`Nessuna esportazione`}</p>}
      {data && data.manifests.length > 0 && (
        <>
          <ul className={layout.paragraph}>
            {data.manifests.slice(0, shownExports).map((line) => (
              <li key={line.id}>
                <ExportLine line={line} list={list} />
              </li>
            ))}
          </ul>
          <RouteLink href={list}>{t`Tutte le esportazioni del filtro`}</RouteLink>
        </>
      )}
    </section>
  )
}

const ExportLine = ({ line: { id, at, actor, rows, format, study }, list }: { readonly line: ManifestLine; readonly list: string }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [when, number, file] = [showMoment(at), showNumber(rows, language), format === 'package' ? 'ZIP' : format.toUpperCase()]
  return (
    <>
      <RouteLink href={`${list}&manifesto=${id}`}>{when}</RouteLink> {t`${file}, righe: ${number}, ${actor}`}
      {study && `, ${study.title}`}
    </>
  )
}
