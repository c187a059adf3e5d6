import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serviceUser } from '#api/database/embedded/location.ts'
import { createDataFolder } from '#api/test/database/data-folder.ts'

/** The machines of the cluster, by the last part of their address. */
const ADDRESSES = { db1: 11, db2: 12, db3: 13, app1: 21, app2: 22, lb: 31 } as const
export type MachineName = keyof typeof ADDRESSES
export const machineNames = Object.keys(ADDRESSES) as MachineName[]

const NETWORK = '10.77.0'
const BRIDGE = 'gv-bridge'
/** `ip netns exec` mounts the files of this folder over those of /etc. */
const NAMESPACE_FILES = '/etc/netns'
const RESPAWN_DELAY_MS = 2_000
/** A program that takes longer to stop is killed. */
const STOP_MS = 30_000
const IP = '/usr/sbin/ip'

const ip = (...args: string[]) => execFileSync(IP, args, { stdio: 'pipe' })
const namespaceOf = (machine: MachineName) => `gv-${machine}`
const linkOf = (machine: MachineName) => `gv-${machine}`

export const addressOf = (machine: MachineName) => `${NETWORK}.${ADDRESSES[machine]}`

/** The processes on a machine of the cluster. */
export const pidsOn = (machine: MachineName): number[] =>
  ip('netns', 'pids', namespaceOf(machine)).toString().split(/\s+/).filter(Boolean).map(Number)

/** Whether this machine can have network namespaces: Linux, as root. */
export function hasNamespaces(): boolean {
  const probe = 'gv-probe'
  if (process.getuid?.() !== 0) return false
  if (spawnSync(IP, ['netns', 'add', probe]).status !== 0) return false
  ip('netns', 'delete', probe)
  return true
}

/** A program that runs on a machine, as an ordinary user. */
export interface Service {
  /** It is started again after two seconds, as systemd does, unless it was stopped. */
  kill(): Promise<void>
  /** Sends a signal, for example SIGSTOP. */
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
  start(): void
}

interface Program {
  command: readonly [string, ...string[]]
  env?: NodeJS.ProcessEnv
  cwd?: string
}

/** Hosts on one machine: each has a network namespace, a folder, and the names of all others. */
export class Machines {
  readonly home = createDataFolder('good-vibes-cluster-')
  readonly #user = serviceUser()
  readonly #services: Service[] = []

  constructor() {
    this.remove()
    this.#folder(this.home)
    ip('link', 'add', BRIDGE, 'type', 'bridge')
    ip('address', 'add', `${NETWORK}.1/24`, 'dev', BRIDGE)
    ip('link', 'set', BRIDGE, 'up')
    for (const machine of machineNames) this.#add(machine)
  }

  #add(machine: MachineName) {
    const [namespace, link] = [namespaceOf(machine), linkOf(machine)]
    const files = path.join(NAMESPACE_FILES, namespace)
    mkdirSync(files, { recursive: true })
    const hosts = machineNames.map((name) => `${addressOf(name)} ${name}`)
    writeFileSync(path.join(files, 'hosts'), ['127.0.0.1 localhost', ...hosts, ''].join('\n'))
    ip('netns', 'add', namespace)
    ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    ip('link', 'set', link, 'master', BRIDGE, 'up')
    const inside = (...args: string[]) => ip('-n', namespace, ...args)
    inside('address', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0')
    inside('link', 'set', 'eth0', 'up')
    inside('link', 'set', 'lo', 'up')
    this.#folder(this.folderOf(machine))
  }

  /** A folder of the machine's programs. */
  folderOf(machine: MachineName): string {
    return path.join(this.home, machine)
  }

  /** Writes a file that the machine's programs can read. @returns its path */
  write(machine: MachineName, name: string, text: string): string {
    const file = path.join(this.folderOf(machine), name)
    writeFileSync(file, text)
    chownSync(file, this.#user.uid, this.#user.gid)
    return file
  }

  #folder(folder: string) {
    mkdirSync(folder, { recursive: true })
    chownSync(folder, this.#user.uid, this.#user.gid)
  }

  /** Starts a program on a machine. Its output goes to a file in the machine's folder. */
  run(machine: MachineName, name: string, { command, env, cwd }: Program): Service {
    const { uid, gid } = this.#user
    const privileges = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
    const output = openSync(path.join(this.folderOf(machine), `${name}.log`), 'a')
    let child: ReturnType<typeof spawn> | undefined
    let isWanted = true
    const start = () => {
      isWanted = true
      const inside = ['netns', 'exec', namespaceOf(machine), 'setpriv', ...privileges, ...command]
      const spawned = spawn(IP, inside, {
        cwd: cwd ?? this.folderOf(machine),
        env: { PATH: process.env.PATH, HOME: this.folderOf(machine), ...env },
        stdio: ['ignore', output, output],
        detached: true,
      })
      child = spawned
      spawned.once('exit', async () => {
        await setTimeout(RESPAWN_DELAY_MS)
        if (isWanted && child === spawned) start()
      })
    }
    const end = async (signal: NodeJS.Signals) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      const timer = globalThis.setTimeout(() => child?.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(timer)
    }
    const service: Service = {
      kill: () => end('SIGKILL'),
      signal: (signal) => void child?.kill(signal),
      async stop() {
        isWanted = false
        await end('SIGTERM')
      },
      start,
    }
    start()
    this.#services.push(service)
    return service
  }

  /** Takes the machine off the network, or puts it back. Its programs go on. */
  setConnected(machine: MachineName, isConnected: boolean): void {
    ip('link', 'set', linkOf(machine), isConnected ? 'up' : 'down')
  }

  async stop(): Promise<void> {
    for (const service of this.#services.toReversed()) await service.stop()
    this.remove()
    rmSync(this.home, { recursive: true, force: true })
  }

  /** Also what a killed run left. */
  remove(): void {
    const present = spawnSync(IP, ['netns', 'list']).stdout.toString()
    for (const machine of machineNames) {
      if (present.includes(`${namespaceOf(machine)} `))
        for (const pid of pidsOn(machine)) process.kill(pid, 'SIGKILL')
      spawnSync(IP, ['netns', 'delete', namespaceOf(machine)])
      spawnSync(IP, ['link', 'delete', linkOf(machine)])
      rmSync(path.join(NAMESPACE_FILES, namespaceOf(machine)), { recursive: true, force: true })
    }
    spawnSync(IP, ['link', 'delete', BRIDGE])
  }
}
