/** The user that runs PostgreSQL when root starts it, because PostgreSQL refuses to run as root. */
export interface ServiceUser {
  uid: number
  gid: number
}

export interface ClusterLocation {
  /** The folder of the cluster, its log and its password. */
  home: string
  user: ServiceUser | undefined
  /** In the cluster and in the pointer file, for a cluster outside the data directory. */
  id?: string
}
