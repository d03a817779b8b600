using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "cases", worker = .cases ),
    ( name = "internet", network = ( allow = ["public", "private"] ) ),
  ],
  sockets = [( name = "http", address = "127.0.0.1:0", http = (), service = "cases" )],
);

const cases :Workerd.Worker = (
  modules = [( name = "worker", esModule = embed "../dist/worker.js" )],
  compatibilityDate = "2025-05-05",
);
