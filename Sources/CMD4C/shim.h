#pragma once
#include <md4c-html.h>
