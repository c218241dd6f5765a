import { messages as shell } from '@registry/app-shell/locales/signed-in/en.po'
import { messages as shared } from '@registry/domain/locales/signed-in/en.po'
import { messages as staff } from '@registry/domain/locales/staff/en.po'
import { messages as ui } from '@registry/ui/locales/signed-in/en.po'
import { messages as own } from '../../locales/signed-in/en.po'

export const messages = { ...shared, ...staff, ...ui, ...shell, ...own }
