import { messages as shell } from '@registry/app-shell/locales/signed-in/it.po'
import { messages as shared } from '@registry/domain/locales/signed-in/it.po'
import { messages as staff } from '@registry/domain/locales/staff/it.po'
import { messages as ui } from '@registry/ui/locales/signed-in/it.po'
import { messages as own } from '../../locales/signed-in/it.po'

export const messages = { ...shared, ...staff, ...ui, ...shell, ...own }
