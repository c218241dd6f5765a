import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StaffPath } from '@registry/domain/access/menu'
import type { Role } from '@registry/domain/access/roles'

/** The labels of the areas, on the home page and in the menu. */
export const areaNames = {
  '/uhome': msg`Pagina principale`,
  '/identityM': msg`Identità`,
  '/ga_studiclinici': msg`Gestione studi clinici`,
  '/ga_filtri': msg`Gestione filtri`,
  '/comunicazioni': msg`Comunicazioni`,
  '/globalconfig': msg`Configurazione globale`,
  '/log': msg`Log`,
  '/centri': msg`Gestione centri`,
  '/utenti': msg`Gestione utenti`,
  '/dm_filtri': msg`Filtri`,
  '/dm_studiclinici': msg`Studi clinici`,
  '/ca_filtri': msg`Filtri`,
  '/ca_studiclinici': msg`Aggiornamento studi clinici`,
  '/ecrf': msg`Mini e-CRF`,
  '/pazienti-dati': msg`Sincronizzazione pazienti e dati`,
} as const satisfies Record<StaffPath, MessageDescriptor>

export const roleNames = {
  GlobalAdmin: msg`Amministratore globale`,
  UserAdmin: msg`Amministratore degli utenti`,
  DataManager: msg`Responsabile dei dati`,
  CenterAdmin: msg`Amministratore del centro`,
} as const satisfies Record<Role, MessageDescriptor>
