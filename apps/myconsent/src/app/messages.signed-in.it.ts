import { messages as shell } from '@registry/app-shell/locales/signed-in/it.po'
import { messages as shared } from '@registry/domain/locales/signed-in/it.po'
import { messages as ui } from '@registry/ui/locales/signed-in/it.po'
import { messages as own } from '../../locales/signed-in/it.po'

export const messages = { ...shared, ...ui, ...shell, ...own }
