import { setUpTests } from '@registry/app-shell/testing/set-up-tests.ts'
import { shell } from '../app/shell.ts'
import { fakeServer } from './fake-server.ts'

setUpTests(shell, fakeServer)
