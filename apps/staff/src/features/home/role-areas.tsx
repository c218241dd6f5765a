import { Button } from '@mantine/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { routes } from '@registry/domain/access/routes'
import type { Role } from '@registry/domain/access/roles'
import { useNavigateTo } from '@registry/ui/frame/navigation.tsx'
import { useRouter } from '@tanstack/react-router'
import classes from './home.module.css'

type Area = { readonly name: MessageDescriptor; readonly path: keyof typeof routes }

/** What each role finds on the home page (spec 1, section 6; spec 2, section 2). */
export const roleAreas = {
  GlobalAdmin: [
    { name: msg`Gestione studi clinici`, path: '/ga_studiclinici' },
    { name: msg`Gestione filtri`, path: '/ga_filtri' },
    { name: msg`Comunicazioni`, path: '/comunicazioni' },
    { name: msg`Configurazione globale`, path: '/globalconfig' },
    { name: msg`Log`, path: '/log' },
  ],
  UserAdmin: [
    { name: msg`Gestione centri`, path: '/centri' },
    { name: msg`Gestione utenti`, path: '/utenti' },
  ],
  DataManager: [
    { name: msg`Filtri`, path: '/dm_filtri' },
    { name: msg`Studi clinici`, path: '/dm_studiclinici' },
  ],
  CenterAdmin: [
    { name: msg`Filtri`, path: '/ca_filtri' },
    { name: msg`Aggiornamento studi clinici`, path: '/ca_studiclinici' },
    { name: msg`Mini e-CRF`, path: '/ecrf' },
    { name: msg`Sincronizzazione pazienti e dati`, path: '/pazienti-dati' },
  ],
} as const satisfies Record<Role, readonly Area[]>

const roleNames = {
  GlobalAdmin: msg`Amministratore globale`,
  UserAdmin: msg`Amministratore degli utenti`,
  DataManager: msg`Responsabile dei dati`,
  CenterAdmin: msg`Amministratore del centro`,
} as const satisfies Record<Role, MessageDescriptor>

/** True where the area's screens exist; the buttons of the others stand disabled (spec 1, section 2, staff home). */
export const useHasScreen = (): ((path: keyof typeof routes) => boolean) => {
  const { routesByPath } = useRouter()
  return (path) => path in routesByPath
}

/** One block for a role that the person holds, and where it holds. */
export const RoleAreas = ({ role, scope }: { readonly role: Role; readonly scope: string | undefined }) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  const hasScreen = useHasScreen()
  return (
    <section className={classes.role} aria-label={t(roleNames[role])}>
      <h2 className={classes.roleName}>{t(roleNames[role])}</h2>
      {scope !== undefined && <p className={classes.scope}>{scope}</p>}
      <div className={classes.areas}>
        {roleAreas[role].map(({ name, path }) => (
          <Button key={path} variant="default" justify="flex-start" fullWidth disabled={!hasScreen(path)} onClick={() => navigate(path)}>
            {t(name)}
          </Button>
        ))}
      </div>
    </section>
  )
}
