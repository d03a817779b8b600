using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "receiver", worker = .receiver ),
    ( name = "queue", external = ( http = () ) ),
  ],
  sockets = [( name = "http", address = "127.0.0.1:0", http = (), service = "receiver" )],
);

const receiver :Workerd.Worker = (
  modules = [( name = "worker", esModule = embed "../compiled/worker.js" )],
  compatibilityDate = "2026-10-01",
  bindings = [
    ( name = "WEBHOOK_SECRET", fromEnvironment = "WEBHOOK_SECRET" ),
    ( name = "WEBHOOK_SENDERS", fromEnvironment = "WEBHOOK_SENDERS" ),
    ( name = "EVENTS", queue = "queue" ),
  ],
);
