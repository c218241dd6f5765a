import { messages as shell } from '@registry/app-shell/locales/it.po'
import { messages as shared } from '@registry/domain/locales/it.po'
import { messages as ui } from '@registry/ui/locales/it.po'
import { messages as own } from '../../locales/it.po'

export const messages = { ...shared, ...ui, ...shell, ...own }
