'use strict';
// Usage: node scripts/prepare.cjs [install] [build]
// Written so that any Node parses it: an old one must print this sentence, not a syntax error.
var MIN_NODE_MAJOR = 20;

if (Number(process.versions.node.split('.')[0]) < MIN_NODE_MAJOR) {
  console.error(
    'Hereabouts installs itself with Node ' +
      MIN_NODE_MAJOR +
      ' or newer; this is Node ' +
      process.versions.node +
      '.\n' +
      'Install a current Node (https://nodejs.org) and run the command again.',
  );
  process.exit(1);
}

var steps = {
  install: function () {
    require('./prepare/install.cjs').ensureInstalled();
    require('./prepare/node.cjs').ensureNode();
  },
  build: function () {
    require('./prepare/build.cjs').ensureBuilt();
  },
};

process.argv.slice(2).forEach(function (name) {
  steps[name]();
});
